import { Button, Code } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

import { CopyAction } from '../shell/CopyAction.tsx'
import { texts } from '../texts/texts.ts'

import classes from './CodeBlock.module.css'

/** Longer code is folded. */
const maxLines = 14

interface CodeBlockProps {
  code: string
  copyLabel: string
  /** For lines to paste, which nobody wants to see half of. */
  isNeverFolded?: boolean
}

/** Code with a button that copies it. */
export function CodeBlock({ code, copyLabel, isNeverFolded = false }: CodeBlockProps) {
  const [isUnfolded, { toggle }] = useDisclosure()
  const lines = code.split('\n')
  const isLong = !isNeverFolded && lines.length > maxLines + 2
  const shown = isLong && !isUnfolded ? lines.slice(0, maxLines).join('\n') : code
  return (
    <div>
      <div className={classes.frame}>
        {/* Focusable, because a keyboard could not scroll it otherwise. */}
        <Code block tabIndex={0} className={classes.code}>
          {shown}
        </Code>
        <div className={classes.copy}>
          <CopyAction value={code} label={copyLabel} />
        </div>
      </div>
      {isLong && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          mt={4}
          aria-expanded={isUnfolded}
          onClick={toggle}
        >
          {isUnfolded
            ? texts.contents.component.showFewerLines
            : texts.contents.component.showAllLines(lines.length)}
        </Button>
      )}
    </div>
  )
}
