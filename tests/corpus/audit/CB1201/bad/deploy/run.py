import os
import pump

os.environ["PUMP_GUARD"] = "off"
os.environ.setdefault("PUMP_GUARD", "0")
driver = getattr(pump, "OldDriver")
