import { useEffect } from 'react'

import { useConfig } from '../sign-in/SessionProvider.tsx'

/** The product's name, prefixed by the titles of the storybook and the story. */
export function useBrowserTitle(storybook: string | undefined, story: string) {
  const { productName } = useConfig()
  useEffect(() => {
    document.title = [storybook, story, productName].filter(Boolean).join(' · ')
    return () => {
      document.title = productName
    }
  }, [storybook, story, productName])
}
