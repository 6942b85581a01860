import type { MetricDescription } from './registry.ts'

/** `docs/operating/metrics.md`, generated from the metrics of a running portal. */
export function metricsPage(metrics: readonly MetricDescription[]): string {
  const rows = metrics
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, kind, labels, help }) => {
      const shown = labels.map((label) => `\`${label}\``).join(', ')
      return `| \`${name}\` | ${kind} | ${shown || '–'} | ${help} |`
    })
  return `# Metrics

In Prometheus' text format at \`/metrics\` on a separate port: \`PLINTH_METRICS_PORT\`, on loopback unless
\`PLINTH_METRICS_HOST\` says otherwise. They contain no personal data, but restrict access to the port anyway.

\`\`\`yaml
# prometheus.yml
rule_files: [/etc/prometheus/plinth-alerts.yml] # deploy/prometheus/alerts.yml
scrape_configs:
  - job_name: plinth # the job name that alerts and dashboard expect
    static_configs:
      - targets: [portal-1.internal:9464, portal-2.internal:9464]
\`\`\`

\`deploy/prometheus/alerts.yml\` has alerting rules, and \`deploy/grafana/plinth.json\` is a
dashboard to import into Grafana. Both expect the job \`plinth\`: if targets are discovered by annotations (as in
\`deploy/kubernetes\`), set that label by relabelling. A test checks both against the existing metrics. Every instance reports its own metrics;
\`plinth_last_sweep_timestamp_seconds\`, \`plinth_last_backup_timestamp_seconds\`, \`plinth_webhook_events_pending\` and
\`plinth_webhooks_paused\` come from the database and are the same on all instances.

A histogram has \`_bucket\` (with the label \`le\`), \`_sum\` and \`_count\`. A series with labels appears with its first event.
This page is generated from the code by \`npm test -- server/src/operations/metrics -u\`.

| metric | type | labels | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
