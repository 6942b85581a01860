/** The parts of a request that decide how a file is answered. */
export interface FileRequest {
  method?: string | undefined
  url?: string | undefined
  headers: FileRequestHeaders
}

export interface FileRequestHeaders {
  host?: string | undefined
  cookie?: string | undefined
  'accept-encoding'?: string | string[] | undefined
  'if-none-match'?: string | undefined
  range?: string | undefined
  'if-range'?: string | string[] | undefined
  traceparent?: string | string[] | undefined
  'x-forwarded-for'?: string | undefined
}
