/**
 * Cached values are returned synchronously: serving a small file from memory takes microseconds, and every `await` on
 * that path would cost about as much again.
 */
export type MaybePromise<T> = T | Promise<T>

export function whenReady<T, Result>(
  value: MaybePromise<T>,
  work: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/** A promise that is replaced by its value once it resolves, so that later readers get it synchronously. */
export class Pending<T> {
  value: MaybePromise<T>

  constructor(value: MaybePromise<T>) {
    this.value = value
    if (!(value instanceof Promise)) return
    value.then(
      (resolved) => (this.value = resolved),
      () => undefined,
    )
  }
}
