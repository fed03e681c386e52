import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of a box in px, kept up to date; 0 until it is laid out. */
export function useWidth<Box extends HTMLElement = HTMLDivElement>(): readonly [
  RefObject<Box | null>,
  number,
] {
  const box = useRef<Box>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    // Before the first paint: content that depends on the width would jump.
    setWidth(current.clientWidth)
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return [box, width]
}
