// What is around the pages, for the router.
export { AccountLayout } from './accounts/AccountLayout.tsx'
export { AccountPages } from './accounts/AccountPages.tsx'
export { AccountsGate } from './accounts/AccountsGate.tsx'
export { Redirector } from './accounts/Redirector.tsx'
export { ViewerErrorPage } from './accounts/ViewerErrorPage.tsx'
export { PageErrorPage, RouteErrorPage } from './shell/RouteErrorPage.tsx'
export { NotFoundPage } from './shell/NotFoundPage.tsx'
