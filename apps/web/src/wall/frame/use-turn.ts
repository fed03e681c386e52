import { useNow } from '../link/clock.ts'

/** Which of `turns` pages is shown now, each for this many seconds, by the server's clock. */
export function useTurn(turns: number, seconds: number): number {
  const now = useNow(seconds)
  return turns <= 1 ? 0 : Math.floor(now / 1000 / seconds) % turns
}
