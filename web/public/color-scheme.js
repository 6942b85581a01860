// Runs before the first paint, so that no page flashes in the other scheme. The key is Mantine's.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    chosen = null
  }
  var followsSystem = chosen !== 'light' && chosen !== 'dark'
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', followsSystem ? system : chosen)
})()
