import type { Storybook } from '@plinth/contract/storybooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CSSProperties } from 'react'

import { iconQuery } from './icon-query.ts'
import { initialsOf } from './initials.ts'
import { markColoursOf } from './mark-colours.ts'

import classes from './StorybookMark.module.css'

interface StorybookMarkProps {
  account: string
  storybook: Pick<Storybook, 'publicId' | 'title' | 'icon'>
  /** Width and height in pixels. */
  size?: number
  /** Icons are fetched only for what is near. */
  isNear?: boolean
}

/** What a storybook is recognised by: its icon, or else its initials on a colour of its own. The title stands beside it. */
export function StorybookMark({ account, storybook, size = 40, isNear = true }: StorybookMarkProps) {
  const { publicId, title, icon } = storybook
  const { data: address } = useQuery({
    ...iconQuery(account, publicId, icon),
    enabled: isNear && icon !== null,
  })
  const [shown, setShown] = useState<string>()
  const colours = markColoursOf(publicId)
  const style = {
    '--mark-size': `${size}px`,
    '--mark-ground': `light-dark(${colours?.light.ground}, ${colours?.dark.ground})`,
    '--mark-letters': `light-dark(${colours?.light.letters}, ${colours?.dark.letters})`,
  } as CSSProperties
  const hasIcon = Boolean(icon && address && shown === address)
  return (
    <span className={classes.mark} style={style} data-has-icon={hasIcon || undefined} aria-hidden>
      {initialsOf(title)}
      {icon && address && (
        <img
          src={address}
          alt=""
          className={classes.icon}
          hidden={!hasIcon}
          onLoad={() => setShown(address)}
        />
      )}
    </span>
  )
}
