import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Which bearer tokens cameras have: the operator's, and one for the camera that this process starts. */
export interface CameraTokens {
  /** For the camera of this process. */
  own: string
  accept(token: string | undefined): boolean
}

export function cameraTokens(configured: string | undefined): CameraTokens {
  const own = randomBytes(32).toString('base64url')
  const hashes = [own, ...(configured === undefined ? [] : [configured])].map(hashOf)
  return {
    own,
    accept: (token) => token !== undefined && hashes.some((hash) => timingSafeEqual(hash, hashOf(token))),
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
