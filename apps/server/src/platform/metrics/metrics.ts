import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observeRequest(route: string, status: number, milliseconds: number): void
  /** A value that is read when the metrics are requested. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  text(): Promise<string>
}

/** Counters for Prometheus; names begin with `cloud_factory_`, durations are seconds. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'cloud_factory_http_request_seconds',
    help: 'Time from a request’s headers to the end of its reply.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    observeRequest: (route, status, milliseconds) => requests.observe({ route, status }, milliseconds / 1000),
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name: `cloud_factory_${name}`,
        help,
        registers: [registry],
        collect: async () => gauge.set(await read()),
      })
    },
    text: () => registry.metrics(),
  }
}
