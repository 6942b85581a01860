import type { ComparedPictures } from '@plinth/contract/pictures.ts'

/** "Forms/Button / Primary" */
export const labelOf = ({ title, name }: Pick<ComparedPictures, 'title' | 'name'>) => `${title} / ${name}`
