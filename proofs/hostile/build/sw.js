// Passes everything on, and keeps the addresses it saw: among them those with tickets.
const seen = []
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { url } = event.request
  seen.push(url)
  if (url.endsWith('/seen-by-the-worker')) event.respondWith(Response.json(seen))
  else if (url.endsWith('/made-up')) event.respondWith(new Response('intercepted'))
})
