"""Five calls of an open order management system: token, create, read, search, set the status."""

import os
import uuid

import httpx

from oms_client import AuthenticatedClient
from oms_client.api.orders import create_order, get_order, search_orders
from oms_client.api.workflow import update_status
from oms_client.models import NewOrder, OrderSearchRequest, StatusPatch

gateway = os.environ.get("OMS_URL", "http://127.0.0.1:8080")
credentials = {
    "clientId": os.environ.get("OMS_CLIENT_ID", "demo"),
    "clientSecret": os.environ.get("OMS_CLIENT_SECRET", "demo-secret"),
}

# The response is plain text or JSON, which the generator does not tell apart.
response = httpx.post(f"{gateway}/api/Token", json={**credentials, "returnAsJson": True})
response.raise_for_status()
oms = AuthenticatedClient(base_url=gateway, token=response.json()["accessToken"], raise_on_unexpected_status=True)

order_id = f"python-{uuid.uuid4()}"
line = {"lineItemId": "1", "code": "CUP", "displayName": "Cup", "quantity": 2, "placedPrice": 125, "taxRate": 25}
new_order = NewOrder.from_dict(
    {
        "id": order_id,
        "storeId": "Oslo-01",
        "marketId": "NOR",
        "orderType": "Online",
        "status": "New",
        "orderForm": {"lineItems": [line]},
    }
)
# The same key when the call is repeated: a lost response never makes a second order.
created = create_order.sync(client=oms, body=new_order, idempotency_key=order_id)
print(created.id)

order = get_order.sync(order_id, client=oms)
print(order.total)

search = OrderSearchRequest.from_dict({"selectedStores": ["Oslo-01"], "take": 10})
print(search_orders.sync(client=oms, body=search).total_hits)

completed = StatusPatch.from_dict({"status": "Completed"})
result = update_status.sync(order_id, client=oms, body=completed, idempotency_key=f"{order_id}-completed")
print(result.order.status)
