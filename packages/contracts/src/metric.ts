/** A metric of the product, as Prometheus knows it. */
export type Metric = { name: string; type: 'histogram' | 'gauge' | 'counter'; labels: readonly string[]; help: string }
