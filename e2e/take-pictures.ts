/** `npm run pictures`: takes the pictures of the README and the guide anew (`docs/images`). */
process.env['DELTASCRIBE_PICTURES'] = 'docs/images'
process.argv.push('--project', 'pictures')
await import('./run')
