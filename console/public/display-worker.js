// A screen that is switched on before the server is has nobody to press "try again".
const { searchParams } = new URL(location.href)
const page = `<!doctype html>
<meta charset="utf-8" />
<meta http-equiv="refresh" content="5" />
<title>Waggle</title>
<style>
  body { display: grid; place-items: center; block-size: 100vh; margin: 0; overflow: hidden;
    background: #181a1f; color: #e9ebf0; font: 700 7vmin system-ui, sans-serif; cursor: none }
</style>
<main>${searchParams.get('words')}</main>`

function waiting() {
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  const answer = fetch(event.request).catch(waiting)
  event.respondWith(answer.then((response) => (response.status >= 500 ? waiting() : response)))
})
