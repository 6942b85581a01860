import { createContext, use, useEffect } from 'react'

import { pageMetadata } from '../page-metadata.ts'
import { usePageAnnouncement } from './announcements.tsx'

/** The account, or the other area, that pages belong to. */
export const PageArea = createContext<string | undefined>(undefined)

/**
 * Called by each page with its title: the browser shows it with the area and the product's name, as in "Settings –
 * Contoso – Plinth", and screen readers are told. `tab` is the part of the page that is open, if it has several.
 */
export function usePageTitle(title: string | undefined, tab?: string) {
  const area = use(PageArea)
  usePageAnnouncement(title, area)
  // The area may be named like its first page.
  const parts = [...new Set([tab, title, area, pageMetadata.productName])]
  const browserTitle = parts.filter((part) => part !== undefined).join(' – ')
  useEffect(() => {
    document.title = browserTitle
    return () => {
      document.title = pageMetadata.productName
    }
  }, [browserTitle])
}
