/** Why the camera cannot work; the message tells the operator what to do. */
export class CameraError extends Error {
  override name = 'CameraError'
}
