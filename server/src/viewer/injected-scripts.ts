/*
 * The scripts that are added to the first pages of a build, right after <head>. Everything else is served as uploaded, but
 * for the manager's links for preloading (early-preview.ts). They run on the version's own origin beside code we do not know,
 * so they define no globals, and what they send is untrusted: the build itself can send the same. Those of a Storybook, here,
 * send the frame's address; report-script.ts sends whether the page shows something, and what went wrong; early-preview.ts
 * sends that the story can be seen.
 */

/**
 * Where the browser refuses storage to a page inside another site, reading `localStorage` throws. Stories and addons that do
 * so get storage that lasts as long as the page. As in a real one, items are properties and methods are inherited.
 */
const storageWhereRefused = `
(function () {
  function refuses(name) {
    try {
      return window[name] === null
    } catch (error) {
      return true
    }
  }
  function MemoryStorage() {}
  MemoryStorage.prototype = {
    getItem: function (key) { return Object.prototype.hasOwnProperty.call(this, key) ? this[key] : null },
    setItem: function (key, value) { this[key] = String(value) },
    removeItem: function (key) { delete this[key] },
    clear: function () { Object.keys(this).forEach(this.removeItem, this) },
    key: function (index) { return Object.keys(this)[index] || null },
    get length() { return Object.keys(this).length }
  }
  ;['localStorage', 'sessionStorage'].forEach(function (name) {
    if (refuses(name)) Object.defineProperty(window, name, { value: new MemoryStorage(), configurable: true })
  })
})();
`

/** For index.html, the manager: sends the portal the current story, and navigates when the portal asks for it. */
export const managerScript = (portalOrigin: string) => `${storageWhereRefused}
(function () {
  var pushState = history.pushState
  var replaceState = history.replaceState
  // At /index.html, Storybook 8 and 9 neither select the first story nor put it into the URL.
  var folder = location.pathname.replace(/\\/index\\.html$/, '/')
  if (folder !== location.pathname) replaceState.call(history, history.state, '', folder + location.search + location.hash)
  if (window.parent === window) return
  var portal = ${JSON.stringify(portalOrigin)}
  var sentTitle
  function sendLocation() {
    sentTitle = document.title
    window.parent.postMessage({ type: 'plinth:location', search: location.search, title: sentTitle }, portal)
  }
  // Before a story is selected, Storybook's history entries would be ones on which Back does nothing.
  history.pushState = function () {
    var hasStory = new URLSearchParams(location.search).has('path')
    var result = (hasStory ? pushState : replaceState).apply(this, arguments)
    sendLocation()
    return result
  }
  history.replaceState = function () {
    var result = replaceState.apply(this, arguments)
    sendLocation()
    return result
  }
  addEventListener('popstate', sendLocation)
  addEventListener('message', function (event) {
    if (event.source !== window.parent || event.origin !== portal) return
    var message = event.data
    if (!message || message.type !== 'plinth:navigate' || typeof message.search !== 'string') return
    if (message.search === location.search) return
    // The tab's history has already moved; a new entry would remove the entries after it.
    replaceState.call(history, null, '', location.pathname + message.search)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  document.addEventListener('DOMContentLoaded', function () {
    sendLocation()
    // Storybook may set the title after the URL.
    var titles = new MutationObserver(function () {
      if (document.title !== sentTitle) sendLocation()
    })
    titles.observe(document.head, { childList: true, characterData: true, subtree: true })
  })
})()
`

/** For iframe.html, the preview: makes links work that the frame's sandbox blocks because of their target. */
export const previewScript = `${storageWhereRefused}
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

/** The page with the script first in its head, also if its tags are left out, as HTML allows. */
export function injectScript(page: string, script: string): string {
  const at =
    endOfTag(page, /<head[\s>]/i) ?? endOfTag(page, /<html[\s>]/i) ?? endOfTag(page, /<!doctype[\s>]/i) ?? 0
  return `${page.slice(0, at)}<script>${script}</script>${page.slice(at)}`
}

function endOfTag(page: string, start: RegExp): number | undefined {
  const tag = start.exec(page)
  // Its end is not part of the pattern, which would take quadratic time on a page full of unclosed tags.
  const end = tag ? page.indexOf('>', tag.index) : -1
  return end === -1 ? undefined : end + 1
}
