import type { CSSProperties } from 'react'
import { brandingProperties, schemes } from '#events/branding/accents.ts'
import type { SceneBranding } from '#events/branding/accents.ts'
import page from '../../spectate/home/ScenePage.module.css'
import { SceneLogo } from '../../ui/SceneStyle.tsx'
import styles from './SceneLook.module.css'
import { look as words } from '../../core/text/organize/publishing.ts'

/** Previews the page of the scene in both themes. */
export function LookPreview({ name, branding }: { name: string; branding: SceneBranding }) {
  return (
    <section aria-label={words.preview} className={styles.previews}>
      {schemes.map((scheme) => (
        <figure
          key={scheme}
          className={styles.preview}
          data-mantine-color-scheme={scheme}
          style={brandingProperties(branding, scheme) as CSSProperties}
        >
          <figcaption>{words.theme[scheme]}</figcaption>
          <div className={page.head}>
            <SceneLogo scene={branding} className={page.logo} />
            <strong>{name}</strong>
          </div>
          <div className={page.part}>
            <h2>{words.heading}</h2>
          </div>
          <p>{words.sample}</p>
          <p className={styles.winner}>{words.winner}</p>
          <span className="primary">{words.button}</span>
        </figure>
      ))}
    </section>
  )
}
