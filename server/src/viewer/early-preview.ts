import { earlyCanvasStyle } from './early-canvas.ts'

const heldLink = 'plinth-held'

/**
 * The page of a manager whose links for preloading wait too: half of what comes before the story would otherwise be the
 * manager's files. The browser asks for them before any script could prevent it.
 */
export const holdPreloads = (page: string) =>
  page.replaceAll(/(<link href="\.\/sb-[^">]*") rel="modulepreload"/g, `$1 rel="${heldLink}"`)

/**
 * For index.html, the manager. A Storybook starts twice, one after the other: the manager, and then, in a frame that it
 * creates, the preview that renders the story. This script starts the preview at once and lets the manager wait until the
 * story is there. The manager then finds the running frame in the place of the one that it creates, and gets the messages
 * that it missed.
 *
 * Only where a frame can be moved without loading it again, and only for addresses whose preview is known. Whenever
 * something is not as expected, the early frame is thrown away, and the manager loads its own as if this did not exist.
 */
export const earlyPreviewScript = (portalOrigin: string) => `;
(function () {
  var moveBefore = Element.prototype.moveBefore
  var folder = location.pathname.replace(/[^/]*$/, '')
  var query = previewQuery()
  if (!moveBefore || !query) return document.addEventListener('DOMContentLoaded', releasePreloads)

  var attribute = 'data-plinth-early'
  var style = document.createElement('style')
  style.textContent = earlyCanvasStyle('iframe[' + attribute)
  var frame = document.createElement('iframe')
  frame.setAttribute(attribute, '')
  frame.src = folder + 'iframe.html?' + query
  var messages = []
  var heldScripts = []
  var isLoaded = false
  var isStoryShown = false
  var isManagerStarted = false
  /** Where the manager has put its frame: a comment until the page has it. */
  var place = null
  /** The address that the manager has given to its frame. */
  var wantedAddress = null
  var isAdopted = false
  var restore = []
${earlyCanvasStyle}
  addEventListener('message', recordMessage, true)
  frame.addEventListener('load', frameLoaded)
  var scriptWatch = new MutationObserver(holdScripts)
  scriptWatch.observe(document, { childList: true, subtree: true })
  document.documentElement.append(style, frame)
  var looking = setInterval(lookForStory, 10)
  var watching = setInterval(watchOtherFrames, 100)
  var deadline = setTimeout(startManager, 8000)

  /** What the manager will ask iframe.html for; undefined if the address says more than that. */
  function previewQuery() {
    var given = new URLSearchParams(location.search)
    var names = Array.from(given.keys())
    if (names.some(function (name) { return name !== 'path' && name !== 'args' && name !== 'globals' })) return
    var path = given.has('path') ? /^\\/(story|docs)\\/([\\w-]+)$/.exec(given.get('path')) : ['', 'story', '*']
    if (!path) return
    var wanted = new URLSearchParams({ viewMode: path[1], id: path[2] })
    names.forEach(function (name) { if (name !== 'path') wanted.append(name, given.get(name)) })
    return wanted
  }

  function isExpected(address) {
    var url = new URL(address, document.baseURI)
    if (url.origin !== location.origin || url.pathname !== folder + 'iframe.html') return false
    function sorted(params) {
      return Array.from(params).filter(function (pair) { return pair[1] !== '' }).sort().join('&')
    }
    return sorted(url.searchParams) === sorted(query)
  }

  /** The manager's only module script has nothing but imports. It would compete with the preview. */
  function holdScripts(records) {
    records.forEach(function (record) {
      record.addedNodes.forEach(function (node) {
        if (node.localName !== 'script' || node.type !== 'module' || node.src) return
        if (!/^\\s*(import\\s*(['"])[^'"]*\\2;?\\s*)+$/.test(node.textContent)) return
        node.type = 'plinth-held'
        heldScripts.push(node)
      })
    })
  }

  function frameLoaded() {
    isLoaded = true
    if (isAdopted) return
    var page = frame.contentDocument
    if (!page || !page.getElementById('storybook-root')) discard()
    else waitWhileFilesArrive(-1)
  }

  /** A preview that has loaded, shows nothing and loads nothing more has failed, or takes its time. */
  function waitWhileFilesArrive(before) {
    if (isManagerStarted) return
    var arrived = frame.contentWindow.performance.getEntriesByType('resource').length
    if (arrived === before) startManager()
    else setTimeout(waitWhileFilesArrive, 1500, arrived)
  }

  /** A manager whose frame comes otherwise than from React. */
  function watchOtherFrames() {
    var frames = Array.from(document.querySelectorAll('#storybook-preview-iframe'))
    if (frames.some(function (one) { return one !== frame })) discard()
  }

  function lookForStory() {
    var page = frame.contentDocument
    var body = page && page.body
    if (!body) return
    var shown = body.classList
    var isDocs = page.querySelector('#storybook-docs > *') !== null
    var hasContent = isDocs || page.querySelector('#storybook-root > *')
    var isShown = shown.contains('sb-show-main') && hasContent
    if (!isShown && !shown.contains('sb-show-errordisplay') && !shown.contains('sb-show-nopreview')) return
    clearInterval(looking)
    isStoryShown = true
    frame.setAttribute(attribute, isDocs ? 'docs' : 'story')
    if (window.parent !== window) window.parent.postMessage({ type: 'plinth:shown' }, ${JSON.stringify(portalOrigin)})
    // The story is painted first.
    requestAnimationFrame(function () { setTimeout(startManager) })
    setTimeout(startManager, 100)
  }

  function startManager() {
    if (isManagerStarted) return
    isManagerStarted = true
    clearTimeout(deadline)
    scriptWatch.disconnect()
    if (frame.isConnected) handOutFrame()
    releasePreloads()
    if (heldScripts.length > 0) repeatPastEvents()
    heldScripts.forEach(function (held) {
      var script = document.createElement('script')
      script.type = 'module'
      script.async = false
      script.textContent = held.textContent
      if (held.nonce) script.nonce = held.nonce
      held.replaceWith(script)
    })
  }

  function releasePreloads() {
    document.querySelectorAll('link[rel=${heldLink}]').forEach(function (link) { link.rel = 'modulepreload' })
  }

  /** Scripts of addons may wait for the page to load, which they do without being held. */
  function repeatPastEvents() {
    ;[document, window].forEach(function (target) {
      replace(target, 'addEventListener', function (addEventListener) {
        return function (type, listener) {
          var isPast = type === 'DOMContentLoaded' ? document.readyState !== 'loading' :
            type === 'load' && target === window && document.readyState === 'complete'
          if (isPast && typeof listener === 'function') setTimeout(listener, 0, new Event(type))
          return addEventListener.apply(this, arguments)
        }
      })
    })
  }

  /** React creates the manager's frame, sets its attributes, and puts it into a tree that it then puts into the page. */
  function handOutFrame() {
    var isHandedOut = false
    replace(document, 'createElement', function (createElement) {
      return function (name) {
        if (String(name).toLowerCase() !== 'iframe') return createElement.apply(this, arguments)
        if (!isHandedOut) {
          isHandedOut = true
          return frame
        }
        discard()
        return createElement.apply(this, arguments)
      }
    })
    replace(frame, 'setAttribute', function (setAttribute) {
      return function (name, value) {
        if (name !== 'src') return setAttribute.apply(this, arguments)
        wantedAddress = String(value)
        if (!isExpected(wantedAddress)) discard()
      }
    })
    ;['appendChild', 'insertBefore'].forEach(function (method) {
      replace(Node.prototype, method, function (insert) {
        return function (node, before) {
          if (node === frame && place === null && frame.id === 'storybook-preview-iframe' && wantedAddress !== null) {
            place = document.createComment('')
            insert.call(this, place, before)
          } else {
            if (node === frame) discard()
            insert.apply(this, arguments)
          }
          if (place && place.isConnected) adopt()
          return node
        }
      })
    })
    // A manager that creates no frame has failed, or is another than we know.
    deadline = setTimeout(discard, 10000)
  }

  function replace(object, name, wrap) {
    var own = Object.getOwnPropertyDescriptor(object, name)
    object[name] = wrap(object[name])
    restore.push(function () {
      if (own) Object.defineProperty(object, name, own)
      else delete object[name]
    })
  }

  function restoreAll() {
    restore.splice(0).forEach(function (undo) { undo() })
    clearTimeout(deadline)
    clearInterval(looking)
    clearInterval(watching)
    frame.removeAttribute(attribute)
    style.remove()
  }

  function adopt() {
    isAdopted = true
    restoreAll()
    if (isStoryShown) hideLoader()
    try {
      moveBefore.call(place.parentNode, frame, place)
      place.remove()
    } catch (error) {
      forgetMessages()
      style.remove()
      place.replaceWith(frame)
      return
    }
    if (isLoaded) setTimeout(function () { frame.dispatchEvent(new Event('load')) })
    var adoptedAt = Date.now()
    var waiting = setInterval(function () {
      var knowsStories = document.querySelector('[data-item-id]') || /⋅ Storybook$/.test(document.title)
      if (!knowsStories && Date.now() - adoptedAt < 1500) return
      clearInterval(waiting)
      replayMessages()
    }, 20)
  }

  /** The manager covers its frame until it knows that the preview has started, which can be seen already. */
  function hideLoader() {
    style.textContent = ':has(> #preview-loader) { display: none }'
    document.documentElement.append(style)
  }

  function discard() {
    if (isAdopted) return
    isAdopted = true
    restoreAll()
    forgetMessages()
    if (place) place.replaceWith(frame)
    else frame.remove()
    if (wantedAddress === null) frame.removeAttribute('src')
    else frame.setAttribute('src', wantedAddress)
    startManager()
    deadline = setTimeout(restoreAll, 10000)
  }

  function recordMessage(event) {
    if (event.source !== frame.contentWindow || !event.isTrusted) return
    event.stopImmediatePropagation()
    messages.push(event)
  }

  function forgetMessages() {
    removeEventListener('message', recordMessage, true)
    messages = []
  }

  /** One by one, whenever the manager has dealt with those before. */
  function replayMessages() {
    var next = messages.shift()
    if (!next) return forgetMessages()
    dispatchEvent(new MessageEvent('message', { data: next.data, origin: next.origin, source: next.source }))
    requestIdleCallback(replayMessages, { timeout: 100 })
  }
})();
`
