from apps.engine.extraction.fingerprints import Fingerprints
from apps.engine.facts import Endpoint, Flow, FlowStep, Place, fingerprint

TEXT = "one\ntwo  \nthree\n"


def test_every_place_at_any_depth_is_filled():
    flow = Flow("f", (FlowStep("call", "x", Place("a.py", 2, 3)),), Place("a.py", 1, 1))
    (filled,) = Fingerprints({"a.py": TEXT}).fill((flow,))
    assert filled.place.fingerprint == fingerprint(TEXT.split("\n"), 1, 1)
    assert filled.steps[0].place.fingerprint == fingerprint(["one", "two", "three"], 2, 3)


def test_a_place_without_text_stays_as_it_is():
    endpoint = Endpoint("GET", "/", "h", Place("gone.py", 1, 1), registered=None)
    assert Fingerprints({}).fill(endpoint) is endpoint
