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
  type Profile,
} from './profile-library.ts'
export { type Weight, parseProfile, profileKey, steelShape, stockKey, weighProfile } from './profile.ts'
