import { useCallback, useState } from 'react'
import type { Paper } from './paper.rules.ts'

type Watch = (element: HTMLElement | null) => (() => void) | undefined

const pxPerMm = 96 / 25.4
/** Room beside the sheet, px. */
const beside = 32

/**
 * Makes a sheet small enough for the screen; never larger than it is.
 * @returns the `ref` of what scrolls, and the zoom of what lies in it
 */
export function useFittedPaper({ widthMm }: Paper): readonly [Watch, number] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const narrow = width < 600 ? 12 : beside
  return [watch, Math.min(1, (width - narrow) / (widthMm * pxPerMm))]
}
