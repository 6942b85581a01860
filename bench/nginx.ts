import { spawn } from 'node:child_process'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { ask } from './portal.ts'
import { program, stop } from './programs.ts'

/** A file for nginx: the same bytes as the portal sends. */
export interface StaticFile {
  path: string
  body: Buffer
  isGzip: boolean
  /** By default now. */
  modifiedAt?: Date
}

export interface Nginx {
  pid: number
  port: number
  close(): Promise<void>
}

interface NginxOptions {
  /** Put before the command, to pin nginx to a core for instance. */
  prefix?: readonly string[]
  /** What nginx says about caching: by default, that files never expire. `off` says only when they were changed. */
  expires?: 'max' | 'off'
}

/** One worker, nothing logged, files precompressed: the plain static server at its best. */
export async function startNginx(
  folder: string,
  files: readonly StaticFile[],
  { prefix = [], expires = 'max' }: NginxOptions = {},
): Promise<Nginx> {
  const port = await freePort()
  for (const { path, body, isGzip, modifiedAt } of files) {
    const target = join(folder, 'files', isGzip ? `${path}.gz` : path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, body)
    if (modifiedAt) await utimes(target, modifiedAt, modifiedAt)
  }
  const config = join(folder, 'nginx.conf')
  await writeFile(config, configuration(folder, port, expires))
  const [command, ...args] = [...prefix, program('nginx', 'nginx-light'), '-p', folder, '-c', config]
  const child = spawn(command, args, { stdio: 'ignore' })
  while (!(await isUp(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(20)
  }
  return { pid: child.pid ?? 0, port, close: () => stop(child) }
}

const isUp = (port: number) =>
  ask(port, '/').then(
    () => true,
    () => false,
  )

const configuration = (folder: string, port: number, expires: string) => `
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  daemon off;
  worker_processes 1;
  pid ${folder}/nginx.pid;
  error_log ${folder}/error.log;
  events { worker_connections 256; }
  http {
    types {
      text/html html; text/javascript js mjs; text/css css; application/json json map;
      image/png png; image/svg+xml svg; font/woff2 woff2;
    }
    default_type application/octet-stream;
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_timeout 65;
    keepalive_requests 100000000;
    gzip_static on;
    client_body_temp_path ${folder}/temp;
    proxy_temp_path ${folder}/temp;
    fastcgi_temp_path ${folder}/temp;
    uwsgi_temp_path ${folder}/temp;
    scgi_temp_path ${folder}/temp;
    server {
      listen 127.0.0.1:${port};
      root ${folder}/files;
      expires ${expires};
    }
  }
`
