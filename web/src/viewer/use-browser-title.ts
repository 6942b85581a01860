import { useEffect } from 'react'

import { pageMetadata } from '../page-metadata.ts'

/** The product's name, prefixed by the titles of the storybook and the story. */
export function useBrowserTitle(storybook: string | undefined, story: string) {
  const { productName } = pageMetadata
  useEffect(() => {
    document.title = [storybook, story, productName].filter(Boolean).join(' · ')
    return () => {
      document.title = productName
    }
  }, [storybook, story, productName])
}
