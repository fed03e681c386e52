// What other modules may use of this one.
export {
  type Section,
  angleSection,
  channelSection,
  hSection,
  plateSection,
  rectTube,
  roundBar,
  roundTube,
  teeSection,
} from './profile-sections.ts'
export { type Weight, parseProfile, weighProfile } from './profile.ts'
export type { Profile } from './profile.types.ts'
