import { useRef, useState } from 'react'

import { useConfig } from '../sign-in/SessionProvider.tsx'
import { chooseFiles, chooseFolder } from './choose-build.ts'
import type { Choice } from './choose-build.ts'
import type { Folder } from './read-folder.ts'

/** The build that was chosen last, once it is checked. */
export function useBuildChoice(onChosen: () => void) {
  const { limits } = useConfig()
  const [choice, setChoice] = useState<Choice>()
  const [isReading, setReading] = useState(false)
  const latest = useRef<Promise<Choice>>(undefined)

  async function show(checking: Promise<Choice>) {
    latest.current = checking
    setReading(true)
    const checked = await checking
    // Another one was chosen meanwhile.
    if (latest.current !== checking) return
    setReading(false)
    setChoice(checked)
    onChosen()
  }
  return {
    build: choice && 'build' in choice ? choice.build : undefined,
    problem: choice && 'problem' in choice ? choice.problem : undefined,
    isReading,
    chooseFiles: (files: File[]) => {
      // Empty if the picker was closed without a choice.
      if (files.length > 0) void show(chooseFiles(files, limits))
    },
    chooseFolder: (folder: Folder) => void show(chooseFolder(folder, limits)),
    clear: () => {
      latest.current = undefined
      setReading(false)
      setChoice(undefined)
    },
  }
}
