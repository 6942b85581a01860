// Runs before the first paint, so that no page flashes in the other scheme. The key is Mantine's.
;(function () {
  var system = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    var chosen = null
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value')
    } catch {
      chosen = null
    }
    var followsSystem = chosen !== 'light' && chosen !== 'dark'
    var scheme = followsSystem ? (system.matches ? 'dark' : 'light') : chosen
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  }
  apply()
  // Pages without the app have nobody else to follow the system.
  system.addEventListener('change', apply)
})()
