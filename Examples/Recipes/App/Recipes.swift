package import TEACheck

/// The checks, which alone are visible outside of this target: its modules and specifications stay internal.
package let recipes: [Check] = [
  downloads.check().knownIssue("the setting has changed and nobody was told", steps: 2),
  profile.check().knownIssue("the cache of a second load is older than what is shown", steps: 4),
  lookup.check().knownIssue("an empty query ends the request, and not the loading", steps: 2),
  basket.check().knownIssue("what is removed is not recounted", steps: 3),
  uploadSpecification(of: Upload.self).check().knownIssue("the request is not cancelled", steps: 3),
  uploadSpecification(of: FixedUpload.self).check(),
  racyUpload.check("racy").knownIssue("the reply was queued when the upload was cancelled", steps: 3),
  mails.check().knownIssue("what is being deleted comes back with an old reply", steps: 4),
  gallery.check(),
  album.check(),
]
