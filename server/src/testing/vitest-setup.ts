// Vitest runs this file before every test file.
import { afterAll } from 'vitest'

import { runCleanUps } from './clean-up.ts'
import './compare-bytes.ts'

afterAll(runCleanUps)
