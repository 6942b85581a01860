import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge'

broadcastResponseToMainFrame().catch(() => {
  // Opened without an answer in its address, for example from a bookmark: the portal itself signs in again.
  location.replace('/')
})
