"""Cases for subjects: a certificate and a plan, asked as they are in a campaign."""

from obligato.properties.subjects import Asked
from obligato.properties.subjects.samples import CERTIFICATE, PLAN

FINISH = Asked.of(CERTIFICATE)
ADMIT = Asked.of(PLAN)
