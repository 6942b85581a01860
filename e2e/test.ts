import { mergeTests } from '@playwright/test'

import { test as hostileTest } from './hostile-build.ts'
import { test as sharedTabTest } from './shared-tab.ts'
import { test as visitTest } from './visits.ts'
import { test as whatHappenedTest } from './what-happened.ts'

export { expect } from '@playwright/test'

/** The same fixtures for every test: for other ones, Playwright would start another worker and browser. */
export const test = mergeTests(sharedTabTest, visitTest, hostileTest, whatHappenedTest)
