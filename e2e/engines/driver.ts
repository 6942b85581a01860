/** What the journeys need of a browser, whatever protocol it speaks. Everything happens in the chosen tab. */
export interface Driver {
  goTo(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** The value of an expression, as JSON. `frames` are selectors that lead from the page to a frame inside it. */
  evaluate(expression: string, frames?: readonly string[]): Promise<unknown>
  /** Clicks on the element that the expression finds, with what a person's click permits. */
  click(element: string, frames?: readonly string[]): Promise<void>
  type(element: string, text: string): Promise<void>
  chooseFile(element: string, path: string): Promise<void>
  /** What pages have logged as an error; nothing where the protocol does not tell. */
  errors(): readonly string[]
  tabs(): Promise<string[]>
  /** Opens a tab and chooses it. */
  newTab(): Promise<void>
  chooseTab(tab: string): Promise<void>
  closeTab(): Promise<void>
  quit(): Promise<void>
}
