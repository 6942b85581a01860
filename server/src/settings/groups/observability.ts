import { z } from 'zod'

import type { SettingsTable } from '../setting.ts'
import { namedValues, path, webAddress, wholeNumber } from '../value-schemas.ts'

export const observabilitySettings = {
  PLINTH_METRICS_PORT: {
    about: 'A separate port for metrics (Prometheus, at `/metrics`). They are never on the public one.',
    fallback: 'none: metrics are off',
    schema: wholeNumber(1, 65_535).optional(),
  },
  PLINTH_METRICS_HOST: {
    about: 'The address that port listens on.',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'An OpenTelemetry collector (OTLP over HTTP), such as `http://collector:4318`. Setting it turns tracing on.',
    fallback: 'none: tracing is off',
    schema: webAddress.optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers for the collector, as `name=value` pairs separated by commas; never logged.',
    fallback: 'none',
    schema: namedValues.optional(),
  },
  OTEL_SERVICE_NAME: {
    about: 'The portal’s service name in traces.',
    schema: z.string().min(1).default('plinth'),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about:
      'The share of calls to trace, from 0 to 1. Calls whose caller already traces them are always traced.',
    schema: z
      .string()
      .regex(/^[0-9.]+$/, 'must be a number from 0 to 1')
      .transform(Number)
      .pipe(z.number().min(0).max(1))
      .default(1),
  },
  PLINTH_LOG_LEVEL: {
    about: 'How much is logged: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  },
  PLINTH_LOG_FILE: {
    about: 'A file for the log (JSON lines). `npm start` sets it, to keep the terminal readable.',
    fallback: 'standard output; {PLINTH_DATA}/plinth.log with `npm start`',
    schema: path.optional(),
  },
} satisfies SettingsTable
