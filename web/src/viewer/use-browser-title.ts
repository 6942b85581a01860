import { useEffect } from 'react'

import { pageMetadata } from '../page-metadata.ts'

/** The product's name, prefixed by the titles of the story and the storybook: what differs between tabs is first. */
export function useBrowserTitle(storybook: string | undefined, story: string) {
  const { productName } = pageMetadata
  useEffect(() => {
    const shown = [story, storybook].filter(Boolean).join(' · ')
    document.title = shown === '' ? productName : `${shown} – ${productName}`
    return () => {
      document.title = productName
    }
  }, [storybook, story, productName])
}
