import { useEffect, useState } from 'react'

/** Ctrl+K (⌘K) opens the palette from anywhere. */
export function usePalette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((was) => !was)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return { open, show: () => setOpen(true), hide: () => setOpen(false) }
}
