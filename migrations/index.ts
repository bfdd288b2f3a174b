import * as start from './0001_start.ts'
import * as plan from './0002_plan.ts'
import * as courier from './0003_courier.ts'
import * as organise from './0004_organise.ts'
import * as pages from './0005_pages.ts'
import * as player from './0006_player.ts'
import * as account from './0007_account.ts'
import * as money from './0008_money.ts'
import * as registration from './0009_registration.ts'
import * as display from './0010_display.ts'
import * as protest from './0011_protest.ts'
import * as device from './0012_device.ts'
import * as letOff from './0013_let_off.ts'
import * as sceneRulings from './0014_scene_rulings.ts'
import * as consent from './0015_consent.ts'
import * as asker from './0016_asker.ts'
import * as seeded from './0017_seeded.ts'
import * as idempotencyKey from './0018_idempotency_key.ts'
import * as snapshot from './0019_snapshot.ts'
import * as cabinetSignIn from './0020_cabinet_sign_in.ts'
import * as deviceHealth from './0021_device_health.ts'
import * as knownDevice from './0022_known_device.ts'
import * as signInPages from './0023_sign_in_pages.ts'
import * as homeScene from './0024_home_scene.ts'
import * as videoClip from './0025_video_clip.ts'
import * as backupTaken from './0026_backup_taken.ts'
import * as notify from './0027_notify.ts'
import * as keyScope from './0028_key_scope.ts'
import * as vapidKey from './0029_vapid_key.ts'
import * as overlayParts from './0030_overlay_parts.ts'
import * as pickup from './0031_pickup.ts'
import * as sceneFace from './0032_scene_face.ts'
import * as door from './0033_door.ts'
import * as practice from './0034_practice.ts'
import * as shownStart from './0035_shown_start.ts'
import * as answered from './0036_answered.ts'
import * as halted from './0037_halted.ts'

/** Migrations run forward only, in the order of their names. */
export const migrations = {
  '0001_start': start,
  '0002_plan': plan,
  '0003_courier': courier,
  '0004_organise': organise,
  '0005_pages': pages,
  '0006_player': player,
  '0007_account': account,
  '0008_money': money,
  '0009_registration': registration,
  '0010_display': display,
  '0011_protest': protest,
  '0012_device': device,
  '0013_let_off': letOff,
  '0014_scene_rulings': sceneRulings,
  '0015_consent': consent,
  '0016_asker': asker,
  '0017_seeded': seeded,
  '0018_idempotency_key': idempotencyKey,
  '0019_snapshot': snapshot,
  '0020_cabinet_sign_in': cabinetSignIn,
  '0021_device_health': deviceHealth,
  '0022_known_device': knownDevice,
  '0023_sign_in_pages': signInPages,
  '0024_home_scene': homeScene,
  '0025_video_clip': videoClip,
  '0026_backup_taken': backupTaken,
  '0027_notify': notify,
  '0028_key_scope': keyScope,
  '0029_vapid_key': vapidKey,
  '0030_overlay_parts': overlayParts,
  '0031_pickup': pickup,
  '0032_scene_face': sceneFace,
  '0033_door': door,
  '0034_practice': practice,
  '0035_shown_start': shownStart,
  '0036_answered': answered,
  '0037_halted': halted,
}
