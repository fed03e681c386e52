import { setTimeout as pause } from 'node:timers/promises'

/** Memory of a server at one moment, MB. */
export interface MemorySample {
  /** Minutes since the first sample. */
  readonly minutes: number
  readonly heap: number
  readonly resident: number
}

export interface MemoryCourse {
  readonly samples: readonly MemorySample[]
  stop(): Promise<void>
}

/** Reads a server's metrics every two seconds. */
export function watchMemory(url: string, metricsToken: string): MemoryCourse {
  const samples: MemorySample[] = []
  const began = performance.now()
  const stopping = new AbortController()
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
      const text = await reply.text()
      const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1e6
      samples.push({
        minutes: (performance.now() - began) / 60_000,
        heap: of('nodejs_heap_size_used_bytes'),
        resident: of('process_resident_memory_bytes'),
      })
      await pause(2000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  return {
    samples,
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}

/**
 * Growth of a figure's minimum in MB per minute, without the first third, in which a server warms up. Uses the
 * minimum of each period, because memory waiting for collection varies.
 */
export function growthOf(
  samples: readonly MemorySample[],
  figure: 'heap' | 'resident',
  stretches = 12,
): number {
  const length = samples.at(-1)?.minutes ?? 0
  const from = length / 3
  const least = Array.from({ length: stretches }, (_, nth) => {
    const [begin, end] = [nth, nth + 1].map((n) => from + (n * (length - from)) / stretches)
    const inside = samples.filter(({ minutes }) => minutes >= (begin ?? 0) && minutes <= (end ?? 0))
    return { x: ((begin ?? 0) + (end ?? 0)) / 2, y: Math.min(...inside.map((sample) => sample[figure])) }
  }).filter(({ y }) => Number.isFinite(y))
  const mean = (of: (point: { x: number; y: number }) => number) =>
    least.reduce((sum, point) => sum + of(point), 0) / least.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = mean((point) => (point.x - x) ** 2)
  return mean((point) => (point.x - x) * (point.y - y)) / spread
}
