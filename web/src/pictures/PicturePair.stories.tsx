import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, within } from 'storybook/test'

import { examplePictures, grown, narrowed } from '../stories/picture-examples.ts'
import { PicturePair } from './PicturePair.tsx'

const meta = {
  title: 'Pictures/Before and after',
  component: PicturePair,
  args: { name: 'Button', pictures: grown, baseUrl: examplePictures, view: 'sides', zoom: 'fit' },
} satisfies Meta<typeof PicturePair>
export default meta
type Story = StoryObj<typeof meta>

type Boxes = { before: DOMRect; after: DOMRect; canvas: DOMRect }

/** Where both pictures are, and what they are drawn on. */
async function boxesIn(root: HTMLElement): Promise<Boxes> {
  const boxOf = async (name: string) =>
    (await within(root).findByRole('img', { name })).getBoundingClientRect()
  const canvas = within(root).getByRole('img', { name: 'Button after' }).parentElement
  if (!canvas) throw new Error('the picture is on no canvas')
  return {
    before: await boxOf('Button before'),
    after: await boxOf('Button after'),
    canvas: canvas.getBoundingClientRect(),
  }
}

/** Neither is cut, both have one scale, and both begin in the same corner. */
async function expectWhole(root: HTMLElement, { width, height }: { width: number; height: number }) {
  const { before, after, canvas } = await boxesIn(root)
  await expect(canvas.width / canvas.height).toBeCloseTo(width / height, 1)
  await expect(before.left).toBeCloseTo(after.left, 0)
  await expect(before.top).toBeCloseTo(after.top, 0)
  await expect(before.right).toBeLessThanOrEqual(canvas.right + 1)
  await expect(after.bottom).toBeLessThanOrEqual(canvas.bottom + 1)
  return { before, after, canvas }
}

/** As a mouse does. */
async function drag(element: HTMLElement, fromX: number, toX: number) {
  const { top } = element.getBoundingClientRect()
  const at = (clientX: number) => ({ clientX, clientY: top + 5, pointerId: 1, button: 0, buttons: 1 })
  element.setPointerCapture = () => {}
  element.hasPointerCapture = () => true
  await fireEvent.pointerDown(element, at(fromX))
  await fireEvent.pointerMove(element, at(toX))
  await fireEvent.pointerUp(element, at(toX))
}

export const SideBySide: Story = {
  play: async ({ canvasElement }) => {
    const { before, after } = await boxesIn(canvasElement)
    await expect(after.width / before.width).toBeCloseTo(2, 1)
    await expect(after.height / before.height).toBeCloseTo(2.5, 1)
  },
}

export const Switched: Story = { args: { view: 'switch' } }

export const Swiped: Story = {
  args: { view: 'swipe' },
  play: async ({ canvasElement }) => {
    const { canvas } = await expectWhole(canvasElement, grown.after)
    const labelled = (text: string) => within(canvasElement).getByText(text).getBoundingClientRect()
    await expect(labelled('Before').left).toBeCloseTo(canvas.left, -1)
    await expect(labelled('After').right).toBeCloseTo(canvas.right, -1)

    const slider = within(canvasElement).getByRole('slider')
    const lineAt = () => {
      const { left = 0, width = 0 } = slider.parentElement?.getBoundingClientRect() ?? {}
      return (left + width / 2 - canvas.left) / canvas.width
    }
    await expect(lineAt()).toBeCloseTo(0.5, 1)
    const picture = within(canvasElement).getByRole('img', { name: 'Button after' })
    const swiped = picture.parentElement?.parentElement
    if (!swiped) throw new Error('the pictures are not there')
    await drag(swiped, canvas.left + 10, canvas.left + canvas.width * 0.25)
    await expect(slider).toHaveValue('25')
    await expect(lineAt()).toBeCloseTo(0.25, 1)
    // The later picture is shown from the line on.
    await expect(getComputedStyle(picture.parentElement ?? picture).clipPath).toMatch(/ 25%\)?/)

    await fireEvent.change(slider, { target: { value: '60' } })
    await expect(lineAt()).toBeCloseTo(0.6, 1)
    await expect(slider).toHaveAttribute('aria-valuetext', '60% before, 40% after')
  },
}

export const SwipedAndNarrowed: Story = {
  args: { view: 'swipe', pictures: narrowed },
  play: async ({ canvasElement }) => {
    await expectWhole(canvasElement, { width: 480, height: 240 })
  },
}

export const SwipedAndEnlarged: Story = { args: { view: 'swipe', zoom: 200 } }

export const Overlaid: Story = {
  args: { view: 'overlay' },
  play: async ({ canvasElement }) => {
    await expectWhole(canvasElement, grown.after)
    await expect(within(canvasElement).getByRole('slider')).toHaveValue('50')
  },
}

export const OnlyBefore: Story = {
  args: { pictures: { ...grown, after: null, difference: null }, view: 'swipe' },
}
