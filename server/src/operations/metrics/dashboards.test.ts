import { readFileSync } from 'node:fs'

import { problems } from '@plinth/contract/problems.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startMetricsServer } from '../../app/metrics-server.ts'
import { freePort } from '../../embedded/postgres/free-port.ts'
import { readAlerts } from '../../testing/alert-rules.ts'
import { aForm } from '../../testing/builds.ts'
import { parsePromql } from '../../testing/promql.ts'
import type { Selector } from '../../testing/promql.ts'
import { testPortal } from '../../testing/test-app.ts'
import { aViewedVersion } from '../../testing/viewing.ts'
import { startDuties } from '../duties/start-duties.ts'
import { metricsPage } from './metrics-page.ts'
import type { MetricDescription } from './registry.ts'

const file = (path: string) => new URL(`../../../../${path}`, import.meta.url)
const read = (path: string) => readFileSync(file(path), 'utf8')

/** Labels that Prometheus adds to every series. */
const addedLabels = ['job', 'instance']
/** Label values that this test does not produce. */
const possibleValues: Record<string, string[]> = {
  status: ['200', '404', '500', '503', '2xx', '4xx', '5xx'],
  method: ['GET', 'POST'],
  outcome: [...Object.keys(problems), 'published', 'done', 'failed', 'left'],
}

let text = ''
let described = new Map<string, MetricDescription>()
let stop = async () => {}

beforeAll(async () => {
  const { services } = await testPortal()
  const port = await freePort()
  const { registry } = services.metrics
  const stopMetrics = await startMetricsServer({ port, host: '127.0.0.1' }, registry, services.log)
  const stopDuties = startDuties(services)
  stop = async () => {
    await stopDuties()
    await stopMetrics()
  }
  const { call, book, look } = await aViewedVersion()
  await call(publishVersion, { params: book, form: aForm(Buffer.from('no zip')) }).catch(() => {})
  await look()
  // Read from the database after startup.
  text = await vi.waitUntil(
    async () => {
      const scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return /^plinth_last_backup_timestamp_seconds \d/m.test(scraped) && scraped
    },
    { timeout: 20_000 },
  )
  described = new Map(services.metrics.registry.describe().map((metric) => [metric.name, metric]))
})

afterAll(() => stop())

function metricOf({ metric }: Selector): MetricDescription | undefined {
  const base = metric.replace(/_(bucket|sum|count)$/, '')
  const histogram = described.get(base)
  if (histogram?.kind === 'histogram' && base !== metric) {
    return metric.endsWith('_bucket') ? { ...histogram, labels: [...histogram.labels, 'le'] } : histogram
  }
  const found = described.get(metric)
  return found?.kind === 'histogram' ? undefined : found
}

const labelsOf = (selector: Selector) =>
  selector.metric === 'up' ? addedLabels : [...(metricOf(selector)?.labels ?? []), ...addedLabels]

function mistakesIn(promql: string, shownLabels: string[] = []): string[] {
  const { selectors, groupings } = parsePromql(promql)
  const ours = selectors.filter(({ metric }) => metric !== 'up')
  return [
    ...ours.filter((one) => !metricOf(one)).map(({ metric }) => `no metric ${metric}`),
    ...ours
      .filter(({ metric }) => !new RegExp(`^${metric}[ {]`, 'm').test(text) && !isRare(metric))
      .map(({ metric }) => `${metric} has no series`),
    ...selectors.flatMap((selector) =>
      selector.matchers
        .filter(({ label }) => !labelsOf(selector).includes(label))
        .map(({ label }) => `${selector.metric} has no label ${label}`),
    ),
    ...selectors.flatMap((selector) => unmatchedIn(selector)),
    ...groupings.flatMap(({ labels, selectors: grouped }) =>
      grouped.flatMap((selector) =>
        labels
          .filter((label) => !labelsOf(selector).includes(label))
          .map((label) => `${selector.metric} cannot be grouped by ${label}`),
      ),
    ),
    ...shownLabels
      .filter((label) => !selectors.some((selector) => labelsOf(selector).includes(label)))
      .map((label) => `nothing has the label ${label}`),
  ]
}

/** Counters without a series until something happens that this test does not produce. */
const isRare = (metric: string) => ['plinth_duties_total', 'plinth_camera_jobs_total'].includes(metric)

function unmatchedIn({ metric, matchers }: Selector): string[] {
  return matchers
    .filter(({ label, operator }) => !addedLabels.includes(label) && operator.startsWith('='))
    .filter(({ label, operator, value }) => {
      const found = [...text.matchAll(new RegExp(`^${metric}\\{.*?\\b${label}="(.*?)"`, 'gm'))]
      const values = [...found.map((match) => match[1] ?? ''), ...(possibleValues[label] ?? [])]
      const pattern = operator === '=~' ? new RegExp(`^(?:${value})$`) : undefined
      return !values.some((one) => (pattern ? pattern.test(one) : one === value))
    })
    .map(({ label, value }) => `${metric} never has ${label} ${value}`)
}

test('the metrics page is up to date (npm test -- server/src/operations/metrics -u generates it)', async () => {
  await expect(metricsPage([...described.values()])).toMatchFileSnapshot(
    file('docs/operating/metrics.md').pathname,
  )
})

describe('the alert rules', () => {
  const rules = readAlerts(read('deploy/prometheus/alerts.yml'))

  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s uses existing metrics and labels',
    (_, rule) => {
      const named = [
        ...Object.values(rule.annotations)
          .join()
          .matchAll(/\$labels\.(\w+)/g),
      ]
      expect(
        mistakesIn(
          rule.expr,
          named.map((match) => match[1] ?? ''),
        ),
      ).toEqual([])
      expect(rule.annotations['summary']).toBeDefined()
      expect(rule.labels['severity']).toMatch(/^(critical|warning)$/)
    },
  )

  test('have unique names, and cover what needs attention', () => {
    const names = rules.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    const exprs = rules.map(({ expr }) => expr).join()
    for (const metric of [
      'up{',
      'plinth_disk_free_bytes',
      'plinth_store_errors_total',
      'plinth_last_backup_timestamp_seconds',
      'plinth_last_sweep_timestamp_seconds',
      'plinth_database_waiting',
      'nodejs_eventloop_lag_seconds',
      'outcome="uploads_busy"',
    ]) {
      expect(exprs).toContain(metric)
    }
  })
})

interface Panel {
  title: string
  type: string
  targets?: { expr: string; legendFormat: string }[]
}

describe('the dashboard', () => {
  const { panels, templating } = JSON.parse(read('deploy/grafana/plinth.json')) as {
    panels: Panel[]
    templating: { list: { name: string }[] }
  }
  const shown = panels.filter(({ type }) => type !== 'row')

  test.each(shown.map((panel) => [panel.title, panel] as const))(
    '%s uses existing metrics and labels',
    (_, panel) => {
      expect(panel.targets?.length).toBeGreaterThan(0)
      for (const { expr, legendFormat } of panel.targets ?? []) {
        const variables = [...expr.matchAll(/\$(?!__)(\w+)/g)].map((match) => match[1])
        const known = new Set<string | undefined>(templating.list.map(({ name }) => name))
        expect(variables.filter((name) => !known.has(name))).toEqual([])
        const promql = expr.replaceAll('$__rate_interval', '5m')
        const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')
        expect(mistakesIn(promql, labels)).toEqual([])
      }
    },
  )

  test('shows every metric of the portal', () => {
    const exprs = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join()
    const unseen = [...described.keys()].filter((name) => name.startsWith('plinth_') && !exprs.includes(name))
    expect(unseen).toEqual([])
  })
})

test('mistakes in an expression are found', () => {
  expect(mistakesIn('rate(plinth_uploads_total[5m])')).toEqual([])
  expect(mistakesIn('rate(plinth_upload_total[5m])')).toContain('no metric plinth_upload_total')
  expect(mistakesIn('plinth_viewer_request_duration_seconds')).toHaveLength(2)
  expect(mistakesIn('plinth_uploads_total{code="x"}')).toContain('plinth_uploads_total has no label code')
  expect(mistakesIn('plinth_uploads_total{outcome="busy"}')).toEqual([
    'plinth_uploads_total never has outcome busy',
  ])
  expect(mistakesIn('sum by (code) (plinth_uploads_total)')).toHaveLength(1)
  for (const [broken, complaint] of [
    ['sum(up', ', expected'],
    ['up{job=plinth}', 'string expected'],
    ['up up', 'unexpected up'],
    ['rates(up[5m])', 'unknown function rates'],
    ['up[]', 'duration expected'],
    ['{job="x"}', 'without the name'],
    ['up >', 'name expected'],
    ['up{job=~"("}', 'Invalid regular expression'],
  ] as const) {
    expect(() => parsePromql(broken)).toThrow(complaint)
  }
})
