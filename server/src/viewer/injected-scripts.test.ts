import { createContext, runInContext } from 'node:vm'

import { expect, test } from 'vitest'

import { injectScript, managerScript, previewScript } from './injected-scripts.ts'

/** What the scripts need of a page; `refuses` as browsers do where they block third-party cookies. */
function runInPage(script: string, { refuses }: { refuses: boolean }) {
  const listeners: string[] = []
  const listen = (event: string) => void listeners.push(event)
  const window = {
    parent: {},
    sessionStorage: 'the real one',
    get localStorage() {
      if (refuses) throw new Error('Access is denied for this document.')
      return 'the real one'
    },
  }
  const page = {
    window,
    document: { addEventListener: listen, title: '' },
    addEventListener: listen,
    history: {},
    location: { pathname: '/', search: '', hash: '' },
  }
  runInContext(script, createContext(page))
  return { listeners, window }
}

test.each([
  ['preview', previewScript, 'click'],
  ['manager', managerScript('https://portal.example'), 'message'],
])('the %s gets storage in memory, and only where the browser refuses it', (_, script, event) => {
  const refused = runInPage(script, { refuses: true })
  expect(refused.listeners).toContain(event)
  const storage = refused.window.localStorage as unknown as Storage
  storage.setItem('a', '1')
  storage['b'] = 'two'
  expect(['a', 'b', 'toString'].map((key) => storage.getItem(key))).toEqual(['1', 'two', null])
  storage.removeItem('a')
  expect([storage.key(0), storage.key(1), storage.length]).toEqual(['b', null, 1])
  storage.clear()
  expect(storage).toHaveLength(0)
  expect(refused.window.sessionStorage).toBe('the real one')
  const allowed = runInPage(script, { refuses: false })
  expect(allowed.listeners).toContain(event)
  expect(allowed.window.localStorage).toBe('the real one')
})

test.each([
  ['<!doctype html><html lang="en"><head class="a"><title>A</title></head></html>', '<head class="a">'],
  ['<!DOCTYPE html><html lang="en"><body>A</body></html>', '<html lang="en">'],
  ['<!-- A --><!doctype html><title>A</title>', '<!doctype html>'],
  ['<header>A</header>', ''],
  ['<head', ''],
])('the script comes first in the head of %s, after its doctype', (page, before) => {
  const at = page.indexOf(before) + before.length
  expect(injectScript(page, 'x()')).toBe(`${page.slice(0, at)}<script>x()</script>${page.slice(at)}`)
})
