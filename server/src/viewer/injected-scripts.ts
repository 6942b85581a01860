/*
 * The two scripts that are added to a recognised Storybook, right after <head>. Everything else is served
 * as it was uploaded. They run on the version's own origin, next to code we do not know: so they are plain,
 * small, keep nothing global, and tell the portal only what is in the frame's own address.
 */

/** In index.html, the manager: tells the portal which story is shown, and goes where the portal says. */
export const managerScript = (portalOrigin: string) => `
(function () {
  var pushState = history.pushState
  var replaceState = history.replaceState
  // Under its file name, Storybook 8 and 9 forget which story they start with: no selection, no address.
  var folder = location.pathname.replace(/\\/index\\.html$/, '/')
  if (folder !== location.pathname) replaceState.call(history, history.state, '', folder + location.search + location.hash)
  if (window.parent === window) return
  var portal = ${JSON.stringify(portalOrigin)}
  function tell() {
    window.parent.postMessage({ type: 'plinth:location', search: location.search, title: document.title }, portal)
  }
  // Until a story is chosen, what Storybook adds would be an entry on which Back does nothing.
  history.pushState = function () {
    var hasStory = new URLSearchParams(location.search).has('path')
    var result = (hasStory ? pushState : replaceState).apply(this, arguments)
    tell()
    return result
  }
  history.replaceState = function () {
    var result = replaceState.apply(this, arguments)
    tell()
    return result
  }
  addEventListener('popstate', tell)
  addEventListener('message', function (event) {
    if (event.source !== window.parent || event.origin !== portal) return
    var message = event.data
    if (!message || message.type !== 'plinth:navigate' || typeof message.search !== 'string') return
    if (message.search === location.search) return
    // The tab's history has moved already; a new entry would cut off the way forward.
    replaceState.call(history, null, '', location.pathname + message.search)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  document.addEventListener('DOMContentLoaded', tell)
})()
`

/** In iframe.html, the preview: plain links, dead in every sandbox because of their target, work again. */
export const previewScript = `
(function () {
  document.addEventListener('click', function (event) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    var link = event.target instanceof Element && event.target.closest('a[href]')
    if (!link || link.hasAttribute('download')) return
    var target = link.getAttribute('target')
    if (target && target !== '_parent' && target !== '_top') return
    var href = link.getAttribute('href')
    if (href.charAt(0) === '#' || /^javascript:/i.test(href)) return
    var url = new URL(href, document.baseURI)
    event.preventDefault()
    var channel = window.__STORYBOOK_ADDONS_CHANNEL__
    var isStory = url.origin === location.origin && url.searchParams.has('path')
    if (isStory && channel) channel.emit('navigateUrl', url.search, {})
    else window.open(url.href, '_blank', 'noopener')
  })
})()
`

/** The page with the script as the first thing in its head; unchanged if it has no head to speak of. */
export function injectScript(page: string, script: string): string {
  const tag = /<head[\s>]/i.exec(page)
  if (!tag) return page
  // Not part of the pattern: on a page of nothing but unclosed tags it would try each of them to the end.
  const at = page.indexOf('>', tag.index) + 1
  if (at === 0) return page
  return `${page.slice(0, at)}<script>${script}</script>${page.slice(at)}`
}
