/**
 * How many threads a model computes with. llama.cpp's threads spin at barriers: on a busy two-core machine two threads
 * took 180 times as long as one. A small model gains nothing from a second thread, and no thread should start on a core
 * that is taken.
 */

/** Models up to this size, in bytes, get one thread. */
export const smallModelBytes = 200_000_000

/** `load` is the average number of running processes over the last minute. */
export const threadsFor = (modelBytes: number, cores: number, load: number): number =>
  modelBytes <= smallModelBytes ? 1 : Math.max(1, Math.floor(cores - load))
