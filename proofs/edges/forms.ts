import type { Random } from '../random.ts'
import type { KnownPortal } from './known.ts'
import { mutate } from './mutate.ts'
import { oddHeaderValue } from './odd-values.ts'

interface Part {
  name: string
  content: Buffer
  fileName?: string
}

const fields: Record<string, string[]> = {
  Message: ['words', 'several\r\nlines', ''],
  Branch: ['main', 'feature/x', ''],
  Commit: ['abcdef', '0'.repeat(40)],
  Release: ['v1', 'v2'],
  BuildUrl: ['https://ci.example/1'],
}

/** An upload. An odd one has parts, a boundary or an archive that nobody expects. */
export function aForm({ zip }: KnownPortal, isOdd: boolean, random: Random): { type: string; body: Buffer } {
  const parts = Object.entries(fields)
    .filter(([name]) => random.chance(name === 'Release' ? 0.05 : 0.3))
    .map(([name, values]): Part => ({ name, content: Buffer.from(random.pick(values)) }))
  // Complete builds are few, because each is stored.
  const file = isOdd || random.chance(0.9) ? oddFile(zip, random) : zip
  parts.push({ name: 'File', content: file, fileName: 'build.zip' })
  const boundary = 'the-boundary'
  const type = `multipart/form-data; boundary=${boundary}`
  if (!isOdd) return { type, body: formOf(parts, boundary) }
  if (random.chance(0.5)) parts.splice(random.whole(0, parts.length), 0, oddPart(random))
  const body = formOf(parts, boundary)
  return { type: oddType(type, random), body: random.chance(0.4) ? mutate(body, random) : body }
}

function oddFile(zip: Buffer, random: Random): Buffer {
  return random.pick([
    () => Buffer.from('PK'),
    () => Buffer.alloc(0),
    () => zip.subarray(0, random.whole(0, zip.length)),
    () => mutate(zip.subarray(0, zip.length), random),
    () => Buffer.concat([zip.subarray(-22), random.bytes(8)]),
    () => random.bytes(30),
  ])()
}

function oddPart(random: Random): Part {
  const name = random.pick([
    'File',
    'Message',
    'Branch',
    'Commit',
    'Release',
    'BuildUrl',
    '',
    '\0',
    '__proto__',
    'x"y',
    'é',
  ])
  const content = random.pick<string>([
    '',
    '\0',
    '\xff\xfe',
    '\xed\xa0\x80',
    '--the-boundary',
    '\r\n',
    'x'.repeat(70_000),
  ])
  return {
    name,
    content: Buffer.from(content, 'latin1'),
    ...(random.chance(0.3) ? { fileName: random.pick(['', '\0.zip', '../x.zip', '"', "utf-8''x"]) } : {}),
  }
}

const oddType = (type: string, random: Random) =>
  random.chance(0.8)
    ? type
    : random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="the-boundary"',
        `multipart/form-data; boundary=${'x'.repeat(300)}`,
        'multipart/form-data; boundary=the-boundary; boundary=other',
        'multipart/mixed; boundary=the-boundary',
        'multipart/form-data; boundary=\xff',
        'application/octet-stream',
        `multipart/form-data; ${oddHeaderValue(random).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')}`,
      ])

const formOf = (parts: Part[], boundary: string) =>
  Buffer.concat([
    ...parts.flatMap(({ name, content, fileName }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
        'latin1',
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
