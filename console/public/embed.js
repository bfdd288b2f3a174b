// Frames a tournament on a page of another site. Where the tag stands, the frame is put:
//   <script async src="https://…/embed.js" data-scene="hive" data-show="bracket"></script>
// `data-tournament` names one of the scene; left out, it is the one in play, and of it the stage in
// play. `data-show`: bracket, standings, now-playing or queue; `data-stage` and `data-theme="light"`
// are for whoever wants another stage, or dark letters.
{
  const tag = document.currentScript
  const { scene = '', tournament, show = 'bracket', stage, theme, title } = tag.dataset
  const parts = ['embed', scene, tournament, show, stage].filter(Boolean).map(encodeURIComponent)
  const address = new URL(`/${parts.join('/')}`, tag.src)
  if (theme) address.searchParams.set('theme', theme)

  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = title || tournament || scene
  frame.loading = 'lazy'
  frame.referrerPolicy = 'no-referrer'
  frame.sandbox = 'allow-scripts'
  frame.style.cssText = 'display:block;inline-size:100%;border:0;color-scheme:normal'
  tag.after(frame)

  // Everything in it is measured by its shorter side, so its shape is all that has to fit.
  const fit = () => {
    frame.style.aspectRatio = frame.clientWidth < 640 ? '3 / 4' : '16 / 9'
  }
  fit()
  new ResizeObserver(fit).observe(frame)
}
