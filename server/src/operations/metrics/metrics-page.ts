import type { MetricDescription } from './registry.ts'

/** `docs/operating/metrics.md`, written from the metrics of a running portal. */
export function metricsPage(metrics: readonly MetricDescription[]): string {
  const rows = metrics
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, kind, labels, help }) => {
      const shown = labels.map((label) => `\`${label}\``).join(', ')
      return `| \`${name}\` | ${kind} | ${shown || '–'} | ${help} |`
    })
  return `# Metrics

In Prometheus' text format at \`/metrics\` on a port of their own: \`PLINTH_METRICS_PORT\`, on loopback unless
\`PLINTH_METRICS_HOST\` says otherwise. They tell nothing about anybody, but who may reach the port should be few.

\`\`\`yaml
# prometheus.yml
rule_files: [/etc/prometheus/plinth-alerts.yml] # deploy/prometheus/alerts.yml
scrape_configs:
  - job_name: plinth # the name that alerts and dashboard look for
    static_configs:
      - targets: [portal-1.internal:9464, portal-2.internal:9464]
\`\`\`

\`deploy/prometheus/alerts.yml\` has rules for what should wake or worry somebody, and \`deploy/grafana/plinth.json\` is a
dashboard to import into Grafana; both look for the job \`plinth\`, so where targets are found by annotations (as in
\`deploy/kubernetes\`), set that label by relabelling. A test compares both with the metrics that exist. Every instance tells about itself;
\`plinth_last_sweep_timestamp_seconds\` and \`plinth_last_backup_timestamp_seconds\` come from the database and are the same on
all of them.

A histogram has \`_bucket\` (with the label \`le\`), \`_sum\` and \`_count\`. A series with labels appears with its first event.
This page is generated: \`npm test -- server/src/operations/metrics -u\` writes it, from what the code says about each metric.

| metric | type | labels | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
