/**
 * For index.html and iframe.html, before any other script: tells the portal when the page shows something, and what goes
 * wrong as long as it shows nothing, so that nobody has to wonder about a white page. A page can turn white later, because
 * libraries remove what they have rendered when it fails. A preview also tells when it is asked for a story that it does not
 * have. The portal treats all of it as untrusted text.
 *
 * A preview reports only if it is inside a manager of its own origin that the portal shows: not in a tab of its own, nor
 * inside another Storybook. The first page of another site reports as a manager; because it may show things in ways that are
 * not known here, it is in trouble only if something went wrong.
 */
export const reportScript = (kind: 'manager' | 'preview' | 'site', portalOrigin: string) => `
(function () {
  var isSite = ${kind === 'site'}
  var page = ${JSON.stringify(kind === 'preview' ? 'preview' : 'manager')}
  var portal = portalWindow()
  if (!portal) return
  var problems = []
  var hasFailed = false
  var isShown = false
  var lookingAgain
  var isWatchingStories = false
  var resources = 0
  var missingStory = ''

  function portalWindow() {
    if (window.parent === window) return
    if (page === 'manager') return window.parent
    try {
      var isInManager = window.parent.location.origin === location.origin
      if (isInManager && window.parent !== window.top && window.parent.parent === window.top) return window.top
    } catch (error) {}
  }
  function report(isShown) {
    var message = { type: 'plinth:report', page: page, showsSomething: isShown, problems: problems, missingStory: missingStory }
    portal.postMessage(message, ${JSON.stringify(portalOrigin)})
  }
  function add(kind, text) {
    hasFailed = true
    if (problems.length === 3) return
    problems.push({ kind: kind, text: String(text).split('\\n')[0].slice(0, 300) })
    if (isShown) lookingAgain = lookingAgain || setTimeout(lookAgain, 500)
    else report(false)
  }
  function onError(event) {
    var element = event.target
    if (element === window) return add('error', event.message)
    if (element.tagName !== 'SCRIPT' && !/\\b(stylesheet|modulepreload)\\b/.test(element.rel)) return
    var address = element.src || element.href
    hasFailed = true
    // A script in the page itself, of which an import failed.
    if (!address) return add('unloaded', '')
    var url = new URL(address, document.baseURI)
    var name = url.origin === location.origin ? decodeURI(url.pathname).slice(1) : url.origin + url.pathname
    if (isShown) return add('unloaded', name)
    fetch(url, { method: 'HEAD' }).then(
      function (response) { add(response.status === 404 ? 'missing' : 'unloaded', name) },
      function () { add('unloaded', name) }
    )
  }
  function onRejection(event) {
    add('error', (event.reason && event.reason.message) || event.reason)
  }

  function showsSomething() {
    var body = document.body
    if (!body) return false
    if (page === 'preview' && document.getElementById('storybook-root')) return isStory(body.className)
    if (isSite && document.readyState === 'complete' && !hasFailed) return true
    var root = document.getElementById('root')
    if (root && !isSite) return root.childElementCount > 0
    return body.innerText.trim() !== '' || body.querySelector('img, svg, canvas, video, audio, iframe, object, embed, input, button, select, textarea') !== null || hasShadow(body)
  }
  /** A story that is being prepared comes soon, unless something went wrong. */
  function isStory(classes) {
    return (hasFailed ? /\\bsb-show-(?!preparing)/ : /\\bsb-show-/).test(classes)
  }
  /** Elements with content of their own. */
  function hasShadow(body) {
    return isSite && Array.from(body.querySelectorAll('*')).some(function (element) { return element.shadowRoot })
  }
  function look() {
    if (showsSomething()) {
      clearInterval(looking)
      isShown = true
      problems = []
      if (page === 'preview' && !isWatchingStories) watchStories()
      return report(true)
    }
    // As long as files arrive, it is slow and not dead.
    var loaded = performance.getEntriesByType('resource').length
    if (loaded !== resources) report(false)
    resources = loaded
  }
  /** Whatever failed does not matter while there is something to see. */
  function lookAgain() {
    lookingAgain = undefined
    if (showsSomething()) return (problems = [])
    isShown = false
    looking = setInterval(look, 100)
    report(false)
  }
  /** Storybook says so on its error page, to which it switches by a class. */
  function findMissingStory() {
    var message = document.getElementById('error-message')
    var isError = message && document.body.classList.contains('sb-show-errordisplay')
    var found = isError && /Couldn't find story matching (?:'|id '(?=.*after HMR))([^']*)'/.exec(message.textContent)
    return found ? found[1].slice(0, 300) : ''
  }
  function watchStories() {
    isWatchingStories = true
    missingStory = findMissingStory()
    new MutationObserver(function () {
      var before = missingStory
      missingStory = findMissingStory()
      if (missingStory !== before) report(true)
    }).observe(document.body, { attributes: true, attributeFilter: ['class'] })
  }
  addEventListener('error', onError, true)
  addEventListener('unhandledrejection', onRejection)
  var looking = setInterval(look, 100)
  report(false)
})();
`
