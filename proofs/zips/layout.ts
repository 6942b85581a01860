/** A number in an archive. */
export interface Field {
  name: string
  at: number
  width: 2 | 4 | 8
}

/** One of the format's records. */
export interface ZipRecord {
  kind: keyof typeof shapes
  at: number
  fields: Field[]
}

type Shape = [signature: number, length: number, fields: Record<string, [at: number, width: Field['width']]>]

const shapes = {
  local: [
    0x04034b50,
    30,
    {
      version: [4, 2],
      flags: [6, 2],
      method: [8, 2],
      time: [10, 4],
      crc32: [14, 4],
      compressedSize: [18, 4],
      size: [22, 4],
      nameLength: [26, 2],
      extraLength: [28, 2],
    },
  ],
  listing: [
    0x02014b50,
    46,
    {
      madeBy: [4, 2],
      version: [6, 2],
      flags: [8, 2],
      method: [10, 2],
      time: [12, 4],
      crc32: [16, 4],
      compressedSize: [20, 4],
      size: [24, 4],
      nameLength: [28, 2],
      extraLength: [30, 2],
      commentLength: [32, 2],
      disk: [34, 2],
      internalAttributes: [36, 2],
      externalAttributes: [38, 4],
      offset: [42, 4],
    },
  ],
  descriptor: [0x08074b50, 16, { crc32: [4, 4], compressedSize: [8, 4], size: [12, 4] }],
  zip64End: [
    0x06064b50,
    56,
    {
      length: [4, 8],
      version: [14, 2],
      disk: [16, 4],
      directoryDisk: [20, 4],
      countHere: [24, 8],
      count: [32, 8],
      directoryLength: [40, 8],
      directoryStart: [48, 8],
    },
  ],
  zip64Locator: [0x07064b50, 20, { disk: [4, 4], at: [8, 8], disks: [16, 4] }],
  end: [
    0x06054b50,
    22,
    {
      disk: [4, 2],
      directoryDisk: [6, 2],
      countHere: [8, 2],
      count: [10, 2],
      directoryLength: [12, 4],
      directoryStart: [16, 4],
      commentLength: [20, 2],
    },
  ],
} satisfies Record<string, Shape>

const shapeOf = new Map(
  Object.entries(shapes).map(([kind, [signature, length, fields]]) => [
    signature,
    { kind: kind as ZipRecord['kind'], length, fields },
  ]),
)

/** Every place that looks like a record, in order. A hostile archive may have some that are none. */
export function recordsOf(zip: Buffer): ZipRecord[] {
  const records: ZipRecord[] = []
  for (let at = zip.indexOf('PK'); at >= 0 && at + 4 <= zip.length; at = zip.indexOf('PK', at + 1)) {
    const shape = shapeOf.get(zip.readUInt32LE(at))
    if (shape === undefined || at + shape.length > zip.length) continue
    const fields = Object.entries(shape.fields).map(([name, [offset, width]]) => ({
      name: `${shape.kind}.${name}`,
      at: at + offset,
      width,
    }))
    records.push({ kind: shape.kind, at, fields })
  }
  return records
}

/** Only the lower four bytes of a number of eight: archives here are small. */
export const readField = (zip: Buffer, { at, width }: Field): number => zip.readUIntLE(at, Math.min(width, 4))

export function writeField(zip: Buffer, { at, width }: Field, value: number): void {
  zip.writeUIntLE(value % 2 ** (8 * Math.min(width, 4)), at, Math.min(width, 4))
}
