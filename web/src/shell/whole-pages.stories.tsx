import type { Meta, StoryObj } from '@storybook/react-vite'

import { AuthenticationErrorPage } from '../sign-in/AuthenticationErrorPage.tsx'
import { takesPlace } from '../stories/InPortal.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { NotFound } from './NotFound.tsx'

export default { title: 'Shell/Whole pages', parameters: { layout: 'fullscreen' } } satisfies Meta

/** Only until the first page is there. */
export const Loading: StoryObj = { render: () => <LoadingScreen /> }

export const PageNotFound: StoryObj = { render: () => <NotFound /> }

export const BrokenPage: StoryObj = {
  parameters: takesPlace({ failure: new Error('The code of this page could not be loaded.') }),
  render: () => <></>,
}

export const AuthenticationError: StoryObj = {
  render: () => <AuthenticationErrorPage message="Failed to initialize authentication" />,
}
