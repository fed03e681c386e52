import type { AlarmSummary } from '@cloud-factory/contract/alarms'
import { useEffect, useRef } from 'react'
import { usePreference } from '../../../shared/list/preferences.ts'

/**
 * A short tone when an alarm comes while the page is open, two for a critical one; never for what was there when it was opened.
 * Off until the person asks for it: a browser plays nothing before a click, and an office wants quiet.
 */
export function useAlarmSound(summary: AlarmSummary | undefined): {
  readonly isOn: boolean
  readonly toggle: () => void
} {
  const [value, store] = usePreference('alarms.sound')
  const isOn = value === true
  const heard = useRef<number | null>(null)
  useEffect(() => {
    if (summary === undefined) return
    const before = heard.current
    heard.current = summary.raised
    if (isOn && before !== null && summary.raised > before) play(summary.active.critical > 0 ? 2 : 1)
  }, [summary, isOn])
  return {
    isOn,
    toggle: () => {
      store(!isOn)
      if (!isOn) play(1)
    },
  }
}

let audio: AudioContext | null = null

/** So many short tones, made by the browser: nothing is fetched. */
function play(tones: number): void {
  audio ??= new AudioContext()
  void audio.resume()
  for (let tone = 0; tone < tones; tone += 1) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.frequency.value = 880
    gain.gain.value = 0.15
    oscillator.connect(gain).connect(audio.destination)
    const at = audio.currentTime + tone * 0.3
    oscillator.start(at)
    oscillator.stop(at + 0.18)
  }
}
