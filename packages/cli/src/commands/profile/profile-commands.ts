import type { CommandGroup } from '../../command.ts'
import { addProfile } from './add-profile.ts'
import { listProfiles } from './list-profiles.ts'
import { removeProfile } from './remove-profile.ts'
import { showProfile } from './show-profile.ts'
import { selectProfile } from './use-profile.ts'

/** `oms profile …` */
export const profileCommands: CommandGroup = {
  name: 'profile',
  summary: 'Names the systems that are operated, and keeps how they are reached',
  commands: [listProfiles, showProfile, addProfile, selectProfile, removeProfile],
}
