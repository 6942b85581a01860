/** At hand already, or only later: what is at hand is not made to wait its turn. */
export type Eventually<T> = T | Promise<T>

export function after<T, Result>(
  value: Eventually<T>,
  work: (value: T) => Eventually<Result>,
): Eventually<Result> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/** Puts what a promise brings in its place, so that whoever asks later need not wait for it. */
export class Arriving<T> {
  value: Eventually<T>

  constructor(promise: Promise<T>) {
    this.value = promise
    promise.then(
      (value) => (this.value = value),
      () => undefined,
    )
  }
}
